import { renderToStaticMarkup } from 'react-dom/server';
import { PageShape, ShellShape } from './shell/shell-shape.tsx';

/** What the page shows until its code is there. Screen readers hear of it from the code. */
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
