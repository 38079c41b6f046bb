"""Keys in fields: keys that the page handles everywhere also act, or are lost, while somebody types in a field."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.checks.keys_in_fields.judge import KEYS_IN_FIELDS, find_keys_in_fields
from pytest_cookie.checks.keys_in_fields.tactic import TypeShortcuts
from pytest_cookie.checks.keys_in_fields.watch import FieldKeysWatch

CHECK = Check(
    id="keys-in-fields",
    item="3",
    find=find_keys_in_fields,
    kinds=(KEYS_IN_FIELDS,),
    fact=FieldKeys,
    watch=FieldKeysWatch,
    tactics=lambda: [TypeShortcuts()],
)
