import { useState } from 'react';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, Radio, Switch } from '../../ui/check.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { useRequestIdField } from '../../ui/filter/request-id-field.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { Block } from './block.tsx';
import { uiPage } from './page.ts';

const nothing = () => undefined;

const shows = [
  ['some', 'Some'],
  ['few', 'A few', 12_000],
] as const;

const some = ['Ada', 'Grace', 'Barbara', 'Frances'].map((label) => ({ value: label, label }));
const many = {
  chosen: some[0] ?? null,
  onChoose: nothing,
  options: some,
  placeholder: 'Nobody',
};

export function ChoiceBlocks() {
  const [isOn, setIsOn] = useState(true);
  const [filters, setFilters] = useFilters(['tab', 'search', 'show', 'request_id'], {
    tabs: ['tab'],
  });
  const tab = filters.tab === 'second' ? 'second' : 'first';
  return (
    <>
      <Block title="Checkbox, radio, switch">
        <Checkbox checked={isOn} label="Checkbox" onChange={() => setIsOn(!isOn)} />
        <Radio checked={isOn} hint="A hint" label="Radio" name="radio" onChange={nothing} />
        <Switch checked={isOn} label="Switch" onChange={() => setIsOn(!isOn)} />
        <Switch checked={false} disabled hint="Why not" label="Disabled" onChange={nothing} />
      </Block>
      <Block title="More to read">
        <Disclosure title="Disclosure">What it is about</Disclosure>
      </Block>
      <Block title="Filters, chip, rows that wait">
        <search className="flex w-full">
          <FilterBar
            fields={[
              { name: 'show', label: 'Filter', options: shows },
              { name: 'route', label: 'Route', options: [], chosen: '/users' },
              useRequestIdField(),
            ]}
            onChange={setFilters}
            search={{ name: 'search', label: 'Search' }}
            values={filters}
          />
        </search>
        <FilterSelect
          any="All"
          label="Order"
          onChange={(show) => setFilters({ show })}
          options={[['some', 'Some']]}
          value={filters.show}
        />
        <div className="w-full">
          <NewRows count={3} label={(count) => `${count} new rows`} onShow={nothing} />
        </div>
      </Block>
      <Block title="One of many">
        <Combobox {...many} hint="A hint" isField label="Combobox" />
        <Combobox {...many} error="What is wrong" hasMore isField label="With an error" />
        <div className="w-64">
          <Combobox {...many} chosen={null} label="Without a label of its own" />
        </div>
      </Block>
      <Block title="Menu">
        <Menu trigger={<Button icon="down">Menu</Button>}>
          <MenuGroup label="Group">
            <MenuItem icon="eye" onSelect={nothing}>
              Show
            </MenuItem>
            <MenuItem isChosen onSelect={nothing}>
              Chosen
            </MenuItem>
            <MenuItem isDisabled onSelect={nothing}>
              Disabled
            </MenuItem>
          </MenuGroup>
          <MenuLine />
          <MenuItem isDangerous onSelect={nothing}>
            Remove
          </MenuItem>
        </Menu>
        <Menu trigger={<IconButton icon="dots" label="Actions" />}>
          <MenuItem onSelect={nothing}>One</MenuItem>
        </Menu>
      </Block>
      <Block title="Tabs, segments, the way back">
        <Segments
          label="Segments"
          names={{ first: 'First', second: 'Second' }}
          onChange={(next) => setFilters({ tab: next })}
          value={tab}
          values={['first', 'second']}
        />
        <BackLink from={{ list: uiPage }} />
        <Tabs
          label="Views"
          onChange={(next) => setFilters({ tab: next })}
          tabs={[
            { value: 'first', label: 'First', content: 'The first view' },
            { value: 'second', label: 'Second', content: 'The second view' },
          ]}
          value={tab}
        />
      </Block>
    </>
  );
}
