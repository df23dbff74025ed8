"""What somebody types to name an account, and to sign in to it."""

import pytest
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.account import WEAK, NameForm, SignInForm, password_of, unusable
from games.models import User


def _data(**fields: str) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


def test_a_fresh_form_is_empty() -> None:
    form = SignInForm(None)
    assert (form.name, form.credentials()) == ("", None)
    assert SignInForm(None).submission != form.submission


@pytest.mark.parametrize("name", ["Ana", " ANA", "ana ", "A\u200bna"])
def test_what_is_checked_is_the_name_as_all_spell_it(name: str) -> None:
    credentials = SignInForm(_data(name=name, password="x")).credentials()
    assert credentials == {"username": name.strip().casefold(), "password": "x"}


@pytest.mark.parametrize(
    ("name", "password"),
    [("", "x"), ("\0", "x"), ("\ud800", "x"), ("x" * 81, "x"), ("Ana", ""), ("Ana", "\ud800")],
)
def test_nobody_has_such_a_name_or_password(name: str, password: str) -> None:
    assert SignInForm(_data(name=name, password=password)).credentials() is None


@given(text=st.text(st.characters()))
def test_a_password_that_can_be_checked_can_be_written_down(text: str) -> None:
    password = password_of(_data(password=text), "password")
    if not unusable(password):
        password.encode()


@given(name=st.text(st.characters()), password=st.text(st.characters()))
def test_whatever_is_typed_it_is_right_or_there_is_a_sentence(name: str, password: str) -> None:
    user = User()
    user.set_unusable_password()
    form = NameForm(user, _data(name=name, password=password))
    if form.is_valid():
        assert form.new_name
        assert form.new_password is not None
        assert len(form.new_password) >= 8
    else:
        assert all(form.errors.values())


@pytest.mark.parametrize("password", ["x", "password", "8675309017", "anastasia"])
def test_every_validator_has_its_sentence(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password, User(name="Anastasia"))
    assert {one.code for one in refused.value.error_list} <= WEAK.keys()
    assert len(get_default_password_validators()) == len(WEAK)
