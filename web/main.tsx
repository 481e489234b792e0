/** The page begins. */
import { render } from 'preact';
import { begin } from '#web/app/state.ts';
import { PageShell } from '#web/shell/shell.tsx';

const page = document.querySelector('#page');
if (page !== null) render(<PageShell />, page);
void begin();
