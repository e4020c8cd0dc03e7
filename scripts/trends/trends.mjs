// What the benchmarks said night after night, as a page: one line for each number of each table.

/**
 * A number of a table, over time.
 * @typedef {object} Trend
 * @property {string} name `bench / row / column`
 * @property {{ date: string, value: number }[]} points Oldest first.
 * @property {number} change The newest against the median of those before it: 0.1 is a tenth more. 0 when there are none before.
 */

/**
 * The numbers in what `npm run bench` prints: a heading of one word for each bench, then its tables. Cells like
 * `0.86x` and `12 MB` count by their number; cells without one don't.
 * @param {string} text
 * @returns {Map<string, number>}
 */
export function readTables(text) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  let bench = '';
  /** @type {string[]} */
  let head = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('|')) {
      head = [];
      if (/^[a-z][\w-]*$/.test(line)) bench = line;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (head.length === 0) head = cells;
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const [row = '', ...values] = cells;
      for (const [index, cell] of values.entries()) {
        const number = /^[<>≤≥~]?\s*(-?\d+(?:\.\d+)?)/.exec(cell)?.[1];
        if (number !== undefined) numbers.set(`${bench} / ${row} / ${head[index + 1] ?? ''}`, Number(number));
      }
    }
  }
  return numbers;
}

/**
 * @param {readonly { date: string, text: string }[]} runs Oldest first.
 * @returns {Trend[]} Those of the newest run, largest change first.
 */
export function trendsOf(runs) {
  const tables = runs.map(({ date, text }) => ({ date, numbers: readTables(text) }));
  return [...(tables.at(-1)?.numbers.keys() ?? [])]
    .map((name) => {
      const points = tables.flatMap(({ date, numbers }) => {
        const value = numbers.get(name);
        return value === undefined ? [] : [{ date, value }];
      });
      const before = medianOf(points.slice(0, -1).map(({ value }) => value));
      const now = points.at(-1)?.value ?? 0;
      return {
        name,
        points,
        change: before === null || before === 0 ? 0 : (now - before) / Math.abs(before),
      };
    })
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
}

/** @param {readonly number[]} values */
function medianOf(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}

/** @param {readonly Trend[]} trends @returns {string} A page of its own: no script, nothing from elsewhere. */
export function trendsPage(trends) {
  const rows = trends.map(
    ({ name, points, change }) =>
      `<tr><td>${escape(name)}</td><td>${points.at(-1)?.value ?? ''}</td><td>${signed(change)}</td><td>${sparkline(points)}</td></tr>`,
  );
  const dates = trends.flatMap(({ points }) => points.map(({ date }) => date)).toSorted();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Benchmarks over time</title>
<style>
body { font: 14px system-ui; margin: 2rem; color-scheme: light dark }
table { border-collapse: collapse }
th, td { padding: 4px 12px; text-align: left; border-bottom: 1px solid #8884 }
svg { display: block }
</style>
<h1>Benchmarks over time</h1>
<p>${escape(dates[0] ?? 'No run')} to ${escape(dates.at(-1) ?? 'none')}. The change is against the median of the runs before. Machines of a workflow
differ: a ratio is worth more than a time.</p>
<table>
<tr><th>number</th><th>newest</th><th>change</th><th>runs</th></tr>
${rows.join('\n')}
</table>
</html>
`;
}

/** @param {number} change */
const signed = (change) => `${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} %`;

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A drawing of the values, highest at the top. @param {readonly { value: number }[]} points */
function sparkline(points) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const place = (/** @type {number} */ value, /** @type {number} */ index) => {
    const x = values.length === 1 ? 60 : (index / (values.length - 1)) * 116 + 2;
    const y = high === low ? 12 : 22 - ((value - low) / (high - low)) * 20;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  return `<svg width="120" height="24" role="img" aria-label="${values.join(', ')}"><polyline points="${values.map(place).join(' ')}" fill="none" stroke="currentColor"/></svg>`;
}
