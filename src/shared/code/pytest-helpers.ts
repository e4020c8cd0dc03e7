import { volatileMessageFields } from '../inputs/volatile-message-fields.ts';
import type { TestHelper } from './test-source.ts';

// Functions that a test for pytest gets as far as it uses them. They mean the same as in the studio's checks.
export const pytestHelpers: readonly TestHelper[] = [
  {
    name: 'comparable',
    code: `def comparable(value):
    """Without what differs each time: the IDs of messages, and what servers report beside them."""
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if not isinstance(value, dict):
        return value
    skipped = set()
    if isinstance(value.get("type"), str) and "content" in value:
        skipped.update(${JSON.stringify(volatileMessageFields)})
    if "args" in value and "name" in value and "id" in value:
        skipped.add("id")
    return {key: comparable(member) for key, member in value.items() if key not in skipped}
`,
  },
  {
    name: 'contains',
    uses: ['has_members'],
    code: `def contains(found, wanted):
    """A text in a text, an item in a list, members in an object."""
    if isinstance(found, str) and isinstance(wanted, str):
        return wanted in found
    if isinstance(found, list):
        return any(has_members(item, wanted) for item in found)
    return has_members(found, wanted)
`,
  },
  {
    name: 'has_members',
    uses: ['equal'],
    code: `def has_members(found, wanted):
    if not (isinstance(found, dict) and isinstance(wanted, dict)):
        return equal(found, wanted)
    return all(key in found and has_members(found[key], wanted[key]) for key in wanted)
`,
  },
  {
    name: 'is_number',
    code: `def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
`,
  },
  {
    name: 'units_of',
    code: `def units_of(text):
    """As servers in JavaScript and the studio count them: UTF-16."""
    return text.encode("utf-16-be", "surrogatepass")
`,
  },
  {
    name: 'member',
    uses: ['item_at', 'is_number', 'units_of'],
    code: `def member(of, key):
    """Of nothing, there is nothing."""
    if of is None:
        return None
    if isinstance(of, str):
        return len(units_of(of)) // 2 if key == "length" else item_at(of, key)
    if isinstance(of, list):
        return len(of) if key == "length" else item_at(of, key)
    if not isinstance(of, dict) or not (isinstance(key, str) or is_number(key)):
        raise TypeError(f"{of!r} has no member {key!r}")
    if key == "length" and "length" not in of:
        return len(of)
    if isinstance(key, str):
        return of.get(key)
    return of.get(str(int(key) if float(key).is_integer() else key))
`,
  },
  {
    name: 'item_at',
    uses: ['is_number', 'units_of'],
    code: `def item_at(of, index):
    if of is None:
        return None
    if not is_number(index) or not isinstance(of, (str, list)):
        raise TypeError(f"{of!r} has no item {index!r}")
    if isinstance(of, list):
        return of[int(index)] if -len(of) <= int(index) < len(of) else None
    units = units_of(of)
    start = 2 * (int(index) + (len(units) // 2 if int(index) < 0 else 0))
    return units[start : start + 2].decode("utf-16-be", "surrogatepass") if 0 <= start < len(units) else None
`,
  },
  {
    name: 'includes',
    uses: ['equal'],
    code: `def includes(of, item):
    if of is None:
        return False
    if isinstance(of, str) and isinstance(item, str):
        return item in of
    if isinstance(of, list):
        return any(equal(one, item) for one in of)
    if isinstance(of, dict):
        return isinstance(item, str) and item in of
    raise TypeError(f"{of!r} includes nothing")
`,
  },
  {
    name: 'equal',
    uses: ['is_number'],
    code: `def equal(a, b):
    """In Python, 1 == True."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(equal(one, other) for one, other in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    return a == b if is_number(a) == is_number(b) else False
`,
  },
  {
    name: 'order',
    uses: ['is_number', 'units_of'],
    code: `def order(a, b):
    """Nothing is neither less nor more."""
    if a is None or b is None:
        return float("nan")
    if isinstance(a, str) and isinstance(b, str):
        a, b = units_of(a), units_of(b)
    elif not (is_number(a) and is_number(b)):
        raise TypeError(f"{a!r} and {b!r} can't be compared")
    return -1 if a < b else 1 if a > b else 0 if a == b else float("nan")
`,
  },
  {
    name: 'number_of',
    uses: ['is_number'],
    code: `def number_of(value):
    if not is_number(value):
        raise TypeError(f"{value!r} is no number")
    return float(value)
`,
  },
  {
    name: 'plus',
    uses: ['number_of'],
    code: `def plus(a, b):
    """Numbers are added, texts joined."""
    return a + b if isinstance(a, str) and isinstance(b, str) else number_of(a) + number_of(b)
`,
  },
  {
    name: 'minus',
    uses: ['number_of'],
    code: `def minus(a, b):
    return number_of(a) - number_of(b)
`,
  },
  {
    name: 'times',
    uses: ['number_of'],
    code: `def times(a, b):
    return number_of(a) * number_of(b)
`,
  },
  {
    name: 'divided',
    uses: ['number_of'],
    code: `def divided(a, b):
    a, b = number_of(a), number_of(b)
    if b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)
`,
  },
  {
    name: 'remainder',
    uses: ['number_of'],
    code: `def remainder(a, b):
    a, b = number_of(a), number_of(b)
    return math.nan if b == 0 or math.isinf(a) else math.fmod(a, b)
`,
  },
  {
    name: 'begins_with',
    code: `def begins_with(of, part=None):
    if of is not None and not (isinstance(of, str) and isinstance(part, str)):
        raise TypeError(f"{of!r} does not begin with {part!r}")
    return None if of is None else of.startswith(part)
`,
  },
  {
    name: 'finishes_with',
    code: `def finishes_with(of, part=None):
    if of is not None and not (isinstance(of, str) and isinstance(part, str)):
        raise TypeError(f"{of!r} does not end with {part!r}")
    return None if of is None else of.endswith(part)
`,
  },
  {
    name: 'lower_case',
    code: `def lower_case(of):
    return None if of is None else str.lower(of)
`,
  },
  {
    name: 'upper_case',
    code: `def upper_case(of):
    return None if of is None else str.upper(of)
`,
  },
  {
    name: 'trimmed',
    code: `def trimmed(of):
    # What JavaScript and the studio take for white space.
    spaces = "\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
    return None if of is None else str.strip(of, spaces)
`,
  },
  {
    name: 'keys_of',
    code: `def keys_of(of):
    return None if of is None else list(dict.keys(of))
`,
  },
  {
    name: 'unsupported',
    code: `def unsupported(method):
    raise TypeError(f"{method}() can't be called here")
`,
  },
  {
    name: 'either',
    uses: ['truthy'],
    code: `def either(a, b):
    return a if truthy(a) else b()
`,
  },
  {
    name: 'both',
    uses: ['truthy'],
    code: `def both(a, b):
    return b() if truthy(a) else a
`,
  },
  {
    name: 'truthy',
    code: `def truthy(value):
    return bool(value)
`,
  },
  {
    name: 'tokens_of',
    uses: ['is_number'],
    code: `def tokens_of(values):
    """The tokens that messages report, each message once."""
    seen = {}

    def visit(value, depth):
        if depth > 5:
            return
        usage = value.get("usage_metadata") if isinstance(value, dict) else None
        if isinstance(usage, dict):
            counts = [usage.get("input_tokens"), usage.get("output_tokens")]
            own = value.get("id")
            key = own if isinstance(own, str) else (len(seen),)
            seen[key] = sum(count for count in counts if is_number(count))
        elif isinstance(value, (dict, list)):
            for item in value.values() if isinstance(value, dict) else value:
                visit(item, depth + 1)

    visit(values, 0)
    return sum(seen.values())
`,
  },
  {
    name: 'seconds_of',
    code: `def seconds_of(run):
    """With the time in the queue, by the server's clock."""
    times = (datetime.fromisoformat(run[key].replace("Z", "+00:00")) for key in ("created_at", "updated_at"))
    created, updated = times
    return (updated - created).total_seconds()
`,
  },
  {
    name: 'steps_of',
    code: `def steps_of(history):
    """The nodes that ran, by superstep."""
    steps = [
        [
            task["name"]
            for task in state["tasks"]
            if task["name"] != "__start__"
            and (
                index < len(history) - 1
                or task.get("result") is not None
                or task.get("error") is not None
                or task.get("interrupts")
            )
        ]
        for index, state in enumerate(history)
    ]
    return [names for names in steps if names]
`,
  },
  {
    name: 'follows',
    code: `def follows(steps, nodes, exactly):
    """Nodes in the order of their supersteps; within one, in any order."""
    at = 0
    for names in steps:
        left = list(names)
        while at < len(nodes) and nodes[at] in left:
            left.remove(nodes[at])
            at += 1
        if exactly and left:
            return False
    return at == len(nodes)
`,
  },
];
