"""Every annotation that customers see can be resolved at run time, on this Python."""

import inspect
import typing

import team_api
from team_api import client, core, sync, types, webhooks  # noqa: F401

seen = 0
for name, found in vars(types).items():
    if typing.is_typeddict(found):
        typing.get_type_hints(found)
        seen += 1
for _, found in inspect.getmembers(client, inspect.isclass):
    for _, method in inspect.getmembers(found, inspect.isfunction):
        if method.__module__ == client.__name__:
            typing.get_type_hints(method)
            seen += 1
typing.get_type_hints(webhooks.unwrap)
assert seen > 60, seen
assert set(team_api.__all__) <= set(dir(team_api))
