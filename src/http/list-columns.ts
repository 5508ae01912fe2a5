import { csvText } from '../domain/csv.js';
import { lagosTime } from '../domain/lagos-day.js';
import { toDecimalNaira } from '../domain/money.js';

/** A value of an item in a file, under one name or several. */
export interface Column<Item> {
  readonly names: readonly string[];
  readonly cells: (item: Item) => readonly string[];
}

type Value<Type> = Type | null | undefined;
type Getter<Item, Type> = (item: Item) => Value<Type>;

/** The columns of a list, each by its name and the value that the list's reply has. */
export class ColumnsOf<Item> {
  /**
   * A column for anything that somebody wrote, or that has many digits. A spreadsheet must take such a value as it
   * stands.
   */
  text(name: string, of: Getter<Item, string>): Column<Item> {
    return { names: [name], cells: (item) => [csvText(of(item) ?? null)] };
  }

  /** Kobo: in naira with two decimals for people, and in kobo for programs. */
  money(name: string, of: Getter<Item, number>): Column<Item> {
    const cells = (item: Item): readonly string[] => {
      const amount = of(item);
      if (amount === null || amount === undefined) return ['', ''];
      return [toDecimalNaira(BigInt(amount)), String(amount)];
    };
    return { names: [`${name}Naira`, `${name}Kobo`], cells };
  }

  /** A time as the clocks of Lagos show it, which spreadsheets sort. */
  time(name: string, of: Getter<Item, string | Date>): Column<Item> {
    const cells = (item: Item): readonly string[] => {
      const at = of(item);
      return [at === null || at === undefined ? '' : lagosTime(new Date(at))];
    };
    return { names: [`${name}Lagos`], cells };
  }

  /** A date of Lagos, such as `2026-11-20`. */
  day(name: string, of: Getter<Item, string>): Column<Item> {
    return { names: [name], cells: (item) => [of(item) ?? ''] };
  }

  number(name: string, of: Getter<Item, number>): Column<Item> {
    return { names: [name], cells: (item) => [String(of(item) ?? '')] };
  }
}
