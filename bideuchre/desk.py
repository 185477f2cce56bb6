"""The moderators' desk as Django's admin, with an answer for whatever stands in an address."""

from __future__ import annotations

import logging
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.core.exceptions import BadRequest
from django.db import DataError, OperationalError
from django.template.response import SimpleTemplateResponse

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from django.http import HttpRequest, HttpResponseBase

    View = TypeVar("View", bound=Callable[..., HttpResponseBase])

logger = logging.getLogger(__name__)

#: What comes of a value that is no value of its column: no number, out of range, with a NUL.
_UNREADABLE = (DataError, OverflowError, ValueError)
_NO_PATTERN = "user-defined function raised exception"


class DeskSite(AdminSite):
    """Django's admin passes filters, keys and chosen rows on to the database as they come."""

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Answer 400 where a value of the request is none that the database knows."""

        @wraps(view)
        def careful(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            try:
                response = view(request, *args, **kwargs)
                # A list is read while its page is made.
                if isinstance(response, SimpleTemplateResponse):
                    response.render()
            except (*_UNREADABLE, OperationalError) as error:
                # That of SQLite is what it says of a regular expression that is none.
                if isinstance(error, OperationalError) and _NO_PATTERN not in str(
                    error
                ):
                    raise
                logger.warning("unreadable at the desk: %s", error, exc_info=True)
                raise BadRequest(str(error)) from error
            return response

        return super().admin_view(cast("View", careful), cacheable)


class DeskConfig(AdminConfig):
    default_site = "bideuchre.desk.DeskSite"
