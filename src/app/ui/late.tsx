import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { type LatePart, latePart } from './late-part.ts';

type Read<P> = () => Promise<ComponentType<P>>;
type Waiting<P> = (props: P) => ReactNode;

/** A component whose code comes late, such as a dialog. Until it is there, `waiting` or nothing is shown. */
export function late<P extends object>(read: Read<P>, waiting?: Waiting<P>): Waiting<P> {
  const part = latePart(read);
  return (props) => <Late part={part} props={props} waiting={waiting} />;
}

type Props<P> = {
  part: LatePart<ComponentType<P>>;
  props: P;
  waiting: Waiting<P> | undefined;
};

function Late<P extends object>({ part, props, waiting }: Props<P>) {
  // Made anew for each use, so that a try after a failure loads again.
  const [{ Part }] = useState(() => ({
    Part: part.loaded() ?? lazy(async () => ({ default: await part.load() })),
  }));
  return (
    <Suspense fallback={waiting ? createElement(waiting, props) : null}>
      <Part {...props} />
    </Suspense>
  );
}
