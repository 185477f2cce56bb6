"""The examples in docstrings are right."""

import doctest
import importlib
import pkgutil

import pytest

import games.engine
from tests.engine import positions

MODULES = [
    *(
        f"games.engine.{module.name}"
        for module in pkgutil.iter_modules(games.engine.__path__)
    ),
    positions.__name__,
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [
        test
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert len(found) >= 8
