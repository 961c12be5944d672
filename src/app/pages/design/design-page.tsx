import { stateTones } from '../../../shared/web/states.ts';
import { Time } from '../../session/time.tsx';
import { useLanguage } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeWord } from '../../ui/code-word.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { Icon, iconNames } from '../../ui/icon.tsx';
import { Initials } from '../../ui/initials.tsx';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StateText } from '../../ui/state.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Block } from './block.tsx';
import { uiPage } from './page.ts';

// Customers never open this page, so nobody loads its blocks ahead.
const ChartBlocks = late(() => import('./chart-blocks.tsx').then((part) => part.ChartBlocks));
const ChoiceBlocks = late(() => import('./choice-blocks.tsx').then((part) => part.ChoiceBlocks));
const DataBlocks = late(() => import('./data-blocks.tsx').then((part) => part.DataBlocks));
const DialogBlocks = late(() => import('./dialog-blocks.tsx').then((part) => part.DialogBlocks));

/** All building blocks with all their states. The page is for developers, so its texts are in English. */
export function DesignPage() {
  const title = uiPage.title[useLanguage()];
  return (
    <div className="mx-auto grid max-w-4xl gap-8 px-4 pb-16">
      <PageHeader title={title} />
      <Block title="Button">
        <Button look="primary">Primary</Button>
        <Button>Plain</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button icon="plus" size="sm">
          Small
        </Button>
        <Button disabled>Disabled</Button>
        <Button isBusy look="primary">
          Busy
        </Button>
        <Button onClick={() => showToast('Saved')}>Toast</Button>
        <Button onClick={() => showToast('Not saved', { isBad: true })}>Bad toast</Button>
      </Block>
      <Block title="Icons">
        {iconNames.map((name) => (
          <span className="inline-flex items-center gap-1.5 text-xs text-soft" key={name}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </Block>
      <Block title="Section, initials, spinner, skeleton">
        <div className="w-full">
          <Section actions={<Button>Action</Button>} lead="What it is about" title="A section">
            <div className="flex items-center gap-4">
              <Initials text="Erika Muster" />
              <Spinner />
              <Skeleton className="h-4 w-48" />
            </div>
          </Section>
        </div>
      </Block>
      <Block title="Time">
        <Time at="2026-11-18T08:15:30.000Z" />
        <Time at="2026-11-18T08:15:30.000Z" shows="date" />
        <Time at="2026-11-18T08:15:30.000Z" shows="date-time" />
      </Block>
      <FieldBlocks />
      <ChoiceBlocks />
      <DialogBlocks />
      <ChartBlocks />
      <DataBlocks />
    </div>
  );
}

function FieldBlocks() {
  return (
    <>
      <Block title="Field">
        <TextField hint="A hint" label="Text" placeholder="Placeholder" />
        <TextField defaultValue="Wrong" error="What is wrong" label="With an error" />
        <TextField disabled label="Disabled" />
        <AreaField label="Long text" />
        <AreaField defaultValue={'{ "key": 1 }'} isCode label="Code" />
        <SelectField label="Select">
          <option>One</option>
          <option>Two</option>
        </SelectField>
      </Block>
      <Block title="Notice">
        <Notice title="Info">Something to know.</Notice>
        <Notice tone="good">Good.</Notice>
        <Notice title="Warning" tone="warn">
          Something to look after.
        </Notice>
        <Notice title="Bad" tone="bad">
          Something went wrong.
        </Notice>
      </Block>
      <Block title="Badge, states, a German word, id, details">
        <Badge>Plain</Badge>
        <Badge tone="accent">Accent</Badge>
        <Badge tone="good">Good</Badge>
        <Badge tone="warn">Warning</Badge>
        <Badge tone="bad">Bad</Badge>
        {stateTones.map((tone) => (
          <StateText key={tone} tone={tone}>
            {tone}
          </StateText>
        ))}
        <CodeWord word="schnittstellen" />
        <CopyableId id="whe_01jb2h5n7pr8s4t6v9w1x3y5za" />
        <Details>
          <Detail label="Name">A value</Detail>
          <Detail label="ID">
            <CopyableId id="mem_01jb2h5n7pr8s4t6v9w1x3y5za" />
          </Detail>
        </Details>
      </Block>
    </>
  );
}
