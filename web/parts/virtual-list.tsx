/** A list of any length of which only what is seen is there. It stays at its end while one looks at that, else where one is. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Heights } from './heights.ts';

/** What it shows. */
interface VirtualListProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly show: (row: Row) => ComponentChildren;
  readonly label: string;
  /** The row that is to be seen, by its key. */
  readonly target?: string | undefined;
  /** Its beginning is seen: more may be put in front. */
  readonly onTop: () => void;
}

const GUESS_PX = 72;
/** Rows within so many pixels of what is seen are there, too. */
const MARGIN_PX = 600;
/** So near to its end one looks at that. */
const END_PX = 48;

/** Where one is: a row, and how far its top is above what is seen. */
interface Anchor {
  readonly key: string;
  readonly above: number;
}

class Scroller {
  heights = new Heights();
  index: ReadonlyMap<string, number> = new Map();
  anchor: Anchor | undefined;
  isAtEnd = true;
  readonly #known = new Map<string, number>();

  /** Other rows than before. */
  take(keys: readonly string[]): void {
    this.index = new Map(keys.map((key, at) => [key, at]));
    this.heights = new Heights(keys.map((key) => this.#known.get(key) ?? GUESS_PX));
  }

  /** Did that change anything? */
  measure(key: string, height: number): boolean {
    const at = this.index.get(key);
    if (at === undefined || height === 0 || this.#known.get(key) === height) return false;
    this.#known.set(key, height);
    this.heights.set(at, height);
    return true;
  }

  /** Somebody has scrolled. */
  moved(element: HTMLElement, keys: readonly string[]): void {
    const { scrollTop, scrollHeight, clientHeight } = element;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < END_PX;
    const at = this.heights.indexAt(scrollTop);
    const key = keys[at];
    this.anchor =
      key === undefined ? undefined : { key, above: scrollTop - this.heights.offsetOf(at) };
  }

  /** Puts what is seen where it was. */
  settle(element: HTMLElement): void {
    const at = this.anchor && this.index.get(this.anchor.key);
    const top = this.isAtEnd
      ? element.scrollHeight
      : at === undefined
        ? undefined
        : this.heights.offsetOf(at) + (this.anchor?.above ?? 0);
    if (top !== undefined && Math.abs(element.scrollTop - top) > 1) element.scrollTop = top;
  }

  range(element: HTMLElement | null): readonly [from: number, to: number] {
    const count = this.heights.length;
    if (element === null) return [Math.max(0, count - 20), count];
    const { scrollTop, clientHeight } = element;
    const from = this.heights.indexAt(Math.max(0, scrollTop - MARGIN_PX));
    return [from, Math.min(count, this.heights.indexAt(scrollTop + clientHeight + MARGIN_PX) + 1)];
  }
}

/** The list. */
export const VirtualList = <Row,>({
  rows,
  keyOf,
  show,
  label,
  target,
  onTop,
}: VirtualListProps<Row>) => {
  const element = useRef<HTMLDivElement>(null);
  const [scroller] = useState(() => new Scroller());
  const [, redraw] = useState(0);
  const keys = useMemo(() => rows.map((row) => keyOf(row)), [rows, rows.length]);
  useMemo(() => scroller.take(keys), [keys]);
  const again = (): void => redraw((count) => count + 1);
  const observer = useMeasure(
    (key, height) => scroller.measure(key, height),
    () => {
      if (element.current !== null) scroller.settle(element.current);
      again();
    },
  );
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return;
    observer.observe(list);
    const wasMeasured = [...list.querySelectorAll<HTMLElement>('[data-key]')].filter((row) => {
      observer.observe(row);
      return scroller.measure(row.dataset['key'] ?? '', row.offsetHeight);
    });
    scroller.settle(list);
    if (wasMeasured.length > 0) again();
    else if (list.scrollTop < MARGIN_PX) onTop();
  });
  useLayoutEffect(() => {
    if (target === undefined) return;
    scroller.isAtEnd = false;
    scroller.anchor = { key: target, above: -END_PX };
    again();
  }, [target]);
  const [from, to] = scroller.range(element.current);
  return (
    <div
      class="virtual-list"
      ref={element}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        scroller.moved(currentTarget, keys);
        again();
      }}
    >
      <div class="virtual-space" style={{ height: `${scroller.heights.total}px` }}>
        <div style={{ transform: `translateY(${scroller.heights.offsetOf(from)}px)` }}>
          {rows.slice(from, to).map((row) => (
            <div class="virtual-row" key={keyOf(row)} data-key={keyOf(row)}>
              {show(row)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};

/**
 * Rows may become higher while nobody draws them: a detail is opened, the window is made narrower. So may the list become
 * lower, which has no key.
 */
const useMeasure = (
  measure: (key: string, height: number) => boolean,
  changed: () => void,
): ResizeObserver => {
  const heard = useRef({ measure, changed });
  heard.current = { measure, changed };
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        const all = entries.filter(
          ({ target }) => target instanceof HTMLElement && target.isConnected,
        );
        const isOther = all.filter(({ target }) => {
          if (!(target instanceof HTMLElement)) return false;
          const { key } = target.dataset;
          return key === undefined || heard.current.measure(key, target.offsetHeight);
        });
        if (isOther.length > 0) heard.current.changed();
      }),
  );
  useLayoutEffect(() => () => observer.disconnect(), [observer]);
  return observer;
};
