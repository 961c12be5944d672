import { renderToStaticMarkup } from 'react-dom/server';
import { PageShape, ShellShape } from './shell/shell-shape.tsx';

/** What the page shows until its code is loaded. The code, once loaded, announces the page to screen readers. */
export function shapeBeforeCode(): string {
  return renderToStaticMarkup(
    <div aria-hidden="true" className="before-code">
      <ShellShape>
        <div className="grid gap-6">
          <PageShape />
        </div>
      </ShellShape>
    </div>,
  );
}
