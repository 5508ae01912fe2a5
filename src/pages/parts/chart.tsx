/** A day in a chart. */
export interface Point {
  readonly date: string;
  readonly value: number;
  /** The value as a text for people. */
  readonly text: string;
}

interface ChartProps {
  readonly id: string;
  readonly title: string;
  /** The name of the value, for the table. */
  readonly unit: string;
  readonly points: readonly Point[];
}

const [width, height, gap] = [600, 120, 4];

/** Bars, one a day, drawn as SVG, and the same figures as a table for people who cannot see the chart. */
export function Chart({ id, title, unit, points }: ChartProps) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure class="chart">
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        {points.map(({ date, value, text }, at) => {
          const tall = Math.max(value > 0 ? 2 : 0, (value / most) * (height - 4));
          return (
            <rect x={at * step + gap / 2} y={height - tall} width={step - gap} height={tall}>
              <title>{`${date}: ${text}`}</title>
            </rect>
          );
        })}
        <line x1="0" y1={height} x2={width} y2={height} />
      </svg>
      <p class="scale">
        <span>{first?.date}</span>
        <span>{last?.date}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="number">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ date, text }) => (
              <tr>
                <td>{date}</td>
                <td class="number">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
