import type { LayoutDocument } from './document.ts';
declare const layout: LayoutDocument;
export = layout;
