import { useEffect } from 'react';
import { switchTeam } from '../session/sign-out.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { createSandboxTexts } from './create-sandbox-texts.ts';
import { useSandboxes } from './use-sandboxes.ts';

type Props = {
  id: string;
  /** The page at which the sandbox opens. */
  page: string | undefined;
};

/** The line that stands there while a new sandbox is filled. After that, the sandbox opens. */
export function OpensWhenFilled({ id, page }: Props) {
  const t = useTexts(createSandboxTexts);
  const isReady = useSandboxes().data?.data.find((one) => one.id === id)?.state === 'ready';
  useEffect(() => {
    if (isReady) void switchTeam(id, page);
  }, [id, isReady, page]);
  // It stays if the person stays because of something unsaved, or if the sandbox does not open.
  if (isReady) return <Button onClick={() => void switchTeam(id, page)}>{t.open}</Button>;
  return (
    <p className="flex items-center gap-2.5">
      <Spinner />
      <span className="text-pretty">{t.filling}</span>
    </p>
  );
}
