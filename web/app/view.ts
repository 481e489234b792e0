/** What a view of the page is. */
import type { ComponentType } from 'preact';

/** What a view is shown with. */
export interface ViewProps {
  /** The last part of its address. */
  readonly argument: string;
}

/** A view: one file in `web/views`, one line in `registry.ts`. */
export interface PageView {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  /** Loaded when it is shown first. */
  readonly load: () => Promise<ComponentType<ViewProps>>;
}
