"""A state that is hard to show: deep, wide, in many scripts, with numeric keys, as `resources/demo/ledger.js`."""

from typing import Annotated, Any

from channels import Default
from langgraph.graph import END, START, StateGraph
from lib import extend, paced, take_time
from pydantic import BaseModel, Field


class Desk(BaseModel):
    city: str
    floor: int


class Person(BaseModel):
    name: str
    desk: Desk


class Entry(BaseModel):
    no: int
    account: str
    amount: float
    currency: str
    text: str
    tags: list[str]
    by: Person


class Account(BaseModel):
    title: str
    balance: float


class Input(BaseModel):
    count: Annotated[int, Field(ge=0, le=5000, description="How many entries to add."), Default(4)] = 4
    big: Annotated[
        bool, Field(description="Adds two million characters of text to the state."), Default(False)
    ] = False
    depth: Annotated[int, Field(ge=1, le=24, description="How deep the nested value is."), Default(12)] = 12
    pace: paced(250) = 250


ACCOUNTS = "Balances by account number. Keys that look like numbers come first, whatever order they were written in."
NAMES = "Names in many scripts, some with marks that are hard to see."


class State(Input):
    entries: Annotated[list[Any], Field(description="The entries, oldest first."), extend] = []
    accounts: Annotated[dict[str, Any], Field(description=ACCOUNTS), Default({})] = {}
    tree: Annotated[Any, Field(description="A deeply nested value."), Default(None)] = None
    names: Annotated[dict[str, str], Field(description=NAMES), Default({})] = {}
    text: Annotated[
        str, Field(description="Empty, or two million characters when `big` was set."), Default("")
    ] = ""
    total: Annotated[float, Field(description="The sum of all entries."), Default(0)] = 0


# In the order in which JavaScript lists them: keys that look like numbers come first.
ACCOUNT_TITLES = {
    "2": "Bank",
    "10": "Cash",
    "1001": "Stock",
    "4000": "Sales",
    "a-1": "Suspense",
    "007": "Petty cash",
}

PEOPLE = [
    {"name": "Åsa Öberg", "desk": {"city": "Malmö", "floor": 3}},
    {"name": "山田 太郎", "desk": {"city": "大阪", "floor": 12}},
    {"name": "فاطمة الزهراء", "desk": {"city": "فاس", "floor": 1}},
    {"name": "Zoë 👩🏽‍💻", "desk": {"city": "São Paulo", "floor": 0}},
]

TEXTS = [
    "Invoice “A-17”, paid\nin two parts",
    "Rückgabe (½ Preis)",
    "Кофе и чай",
    'quote " backslash \\ tab \t',
]


def number(value: float) -> float | int:
    """As JavaScript writes it: without a fraction where there is none."""
    return int(value) if value == int(value) else value


def entry(no: int) -> dict:
    accounts = list(ACCOUNT_TITLES)
    return {
        "no": no,
        "account": accounts[no % len(accounts)],
        "amount": number((((no * 7919) % 100_000) - 50_000) / 100),
        "currency": ["EUR", "JPY", "MAD", "BRL"][no % 4],
        "text": TEXTS[no % len(TEXTS)],
        "tags": [] if no % 3 == 0 else ["q4", f"batch-{no // 10}"],
        "by": PEOPLE[no % len(PEOPLE)],
    }


def nested(depth: int) -> dict:
    value: dict = {"leaf": True, "values": [0, -0.5, 1e21, 9007199254740991, None, "", [], {}]}
    for level in range(depth, 0, -1):
        value = {"level": level, "inner": [value] if level % 3 == 0 else value}
    return value


def long_text(length: int) -> str:
    line = "The ledger keeps what was said, 一字一句, and nothing else. "
    return (line * -(-length // len(line)))[:length]


async def open_ledger(state: State) -> dict:
    await take_time(state.pace)
    names = {
        "plain": "Anna",
        "with space": "Ana María",
        "ключ": "Наталья",
        "שם": "נועה",
        "名前": "花子",
        "combining": "Ame\u0301lie",
        "zeroWidth": "Ma\u200brk",
        "family": "👨‍👩‍👧‍👦",
        "dotted.key": "a.b",
        'a"quote': '"',
        "": "the empty key",
    }
    return {"tree": nested(state.depth), "names": names, "text": long_text(2_000_000) if state.big else ""}


async def post(state: State) -> dict:
    await take_time(state.pace)
    first = len(state.entries) + 1
    return {"entries": [entry(first + index) for index in range(state.count)]}


def rounded(amount: float) -> float | int:
    return number(round(amount * 100) / 100)


async def close(state: State) -> dict:
    await take_time(state.pace)
    balances: dict[str, float] = {}
    for each in state.entries:
        balances[each["account"]] = balances.get(each["account"], 0) + each["amount"]
    accounts = {
        id: {"title": title, "balance": rounded(balances.get(id, 0))} for id, title in ACCOUNT_TITLES.items()
    }
    return {"accounts": accounts, "total": rounded(sum(each["amount"] for each in state.entries))}


graph = (
    StateGraph(State, input_schema=Input)
    .add_node("open", open_ledger)
    .add_node("post", post)
    .add_node("close", close)
    .add_edge(START, "open")
    .add_edge("open", "post")
    .add_edge("post", "close")
    .add_edge("close", END)
    .compile()
)
