"""A Redis cache that the site does without while Redis is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis import Redis
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

#: Seconds for which Redis is not asked again after it failed, so that no page waits for it over and over.
PAUSE = 5


def tolerant(default: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Answer `default`, as of a cache that holds nothing, when Redis cannot be reached.

    Args:
        default: the answer, or what makes it from the method's arguments.
    """

    def decorate(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def wrapped(self: TolerantRedisCache, *args: Any, **kwargs: Any) -> Any:
            if time.monotonic() >= self.down_until:
                try:
                    return method(self, *args, **kwargs)
                except (RedisError, OSError) as error:
                    logger.warning("the cache cannot be reached: %s", error)
                    TolerantRedisCache.down_until = time.monotonic() + PAUSE
            return default(*args, **kwargs) if callable(default) else default

        return wrapped

    return decorate


def reachable(url: str) -> bool:
    """Whether a Redis answers at this address, now."""
    try:
        with Redis.from_url(
            url, socket_timeout=0.25, socket_connect_timeout=0.25
        ) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False


class TolerantRedisCache(RedisCache):
    """Django's Redis cache, but an unreachable Redis is an empty cache."""

    #: Shared by all threads of the process; Django makes an instance for each.
    down_until = 0.0

    add = tolerant(default=True)(RedisCache.add)
    get = tolerant(lambda key, default=None, version=None: default)(RedisCache.get)
    set = tolerant(default=None)(RedisCache.set)
    touch = tolerant(default=False)(RedisCache.touch)
    delete = tolerant(default=False)(RedisCache.delete)
    get_many = tolerant(lambda keys, version=None: {})(RedisCache.get_many)
    has_key = tolerant(default=False)(RedisCache.has_key)
    incr = tolerant(lambda key, delta=1, version=None: delta)(RedisCache.incr)
    set_many = tolerant(lambda data, timeout=None, version=None: list(data))(
        RedisCache.set_many
    )
    delete_many = tolerant(default=None)(RedisCache.delete_many)
    clear = tolerant(default=False)(RedisCache.clear)
