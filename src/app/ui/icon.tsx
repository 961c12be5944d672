/** The icons, drawn on a grid of 16 by 16 with lines 1.5 wide. */
const paths = {
  home: 'M2.5 7 8 2.5 13.5 7v6a.5.5 0 0 1-.5.5H9.8V10H6.2v3.5H3a.5.5 0 0 1-.5-.5z',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M1.8 13.2c.3-2 2-3.4 4.2-3.4s3.9 1.4 4.2 3.4M10.6 3.2a2.2 2.2 0 0 1 0 4.1M12 9.9c1.2.5 2 1.6 2.2 3',
  key: 'M5.5 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.7 7.9 13 2.6M10.7 4.9l2 2',
  webhook:
    'M8 5.5 5.6 10M8 5.5a2 2 0 1 0-1.5-.7M5.6 10a2 2 0 1 0 .5 1.4h4M8.2 5.5l2.2 4.2a2 2 0 1 1-.3 1.7',
  assignment:
    'M5.2 3h-1a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h7.6a1 1 0 0 0 1-1V4a1 1 0 0 0-1-1h-1M5.8 2h4.4v2.4H5.8zM5.8 9.2l1.5 1.5 2.9-3',
  training: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.7 5.8v4.4L10.3 8z',
  case: 'M2.5 5.5h11v7.3a.7.7 0 0 1-.7.7H3.2a.7.7 0 0 1-.7-.7zM5.7 5.5V3.7a1 1 0 0 1 1-1h2.6a1 1 0 0 1 1 1v1.8M2.5 9h11',
  catalog: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
  policy: 'M8 14c3-1.2 5-3.2 5-6.5V3.8L8 2 3 3.8v3.7C3 10.8 5 12.8 8 14M5.9 7.9l1.5 1.5 2.8-3',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  privacy: 'M4 7.3h8v6H4zM5.5 7.3V5.2a2.5 2.5 0 0 1 5 0v2.1',
  log: 'M3 4h10M3 8h10M3 12h6',
  terminal: 'M2.5 3.5h11v9h-11zM5 6.5 6.8 8 5 9.5M8.5 9.8h2.5',
  crm: 'M8 2.5v11M2.5 8h11M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12',
  plug: 'M5.8 2.5v3M10.2 2.5v3M3.8 5.5h8.4v1.7a4.2 4.2 0 0 1-8.4 0zM8 11.4v2.1',
  gear: 'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 2.2v1.6M8 12.2v1.6M2.2 8h1.6M12.2 8h1.6M3.9 3.9l1.1 1.1M11 11l1.1 1.1M12.1 3.9 11 5M5 11l-1.1 1.1',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2',
  arrowDown: 'M8 3v9.5M4 9l4 4 4-4',
  up: 'M8 13V3.5M4 7l4-4 4 4',
  download: 'M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10',
  rowUp: 'M4.5 9.5 8 6l3.5 3.5',
  down: 'M4.5 6.5 8 10l3.5-3.5',
  right: 'M6.5 4.5 10 8l-3.5 3.5',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  sort: 'M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3',
  check: 'm3.5 8.5 3 3 6-6.5',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  close: 'm4 4 8 8M12 4l-8 8',
  plus: 'M8 3.5v9M3.5 8h9',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M2 8h12M8 2c3.6 3.4 3.6 8.6 0 12M8 2c-3.6 3.4-3.6 8.6 0 12',
  book: 'M8 4.2C6.6 3.2 4.8 2.9 2.5 3v9.5c2.3-.1 4.1.2 5.5 1.2 1.4-1 3.2-1.3 5.5-1.2V3c-2.3-.1-4.1.2-5.5 1.2M8 4.2v9.5',
  sun: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1',
  moon: 'M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8',
  screen: 'M2.5 3.5h11v7h-11zM6 13h4M8 10.5V13',
  out: 'M6.5 13.5h-3v-11h3M10 11l3-3-3-3M13 8H6.5',
  person: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8M3 13.5c.4-2.3 2.4-3.7 5-3.7s4.6 1.4 5 3.7',
  alert: 'M8 2.3 14.2 13H1.8zM8 6.5v3M8 11.3h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 7.3v3.4M8 5.2h.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 5v3.2l2 1.3',
  feed: 'M3.2 12.8h.01M3.2 8.3a4.5 4.5 0 0 1 4.5 4.5M3.2 3.5a9.3 9.3 0 0 1 9.3 9.3',
  mail: 'M2.5 4h11v8.5h-11zM2.5 4.5 8 8.8l5.5-4.3',
  passkey:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M1.8 13c.3-2 2-3.2 4.2-3.2.8 0 1.5.2 2.1.5M12 8.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M12 8.5V13l1.2-1.2M12 10.5h1.2',
  shield: 'M8 14c3-1.2 5-3.2 5-6.5V3.8L8 2 3 3.8v3.7C3 10.8 5 12.8 8 14',
  external: 'M9 3h4v4M13 3 7.5 8.5M11 9.5V13H3V5h3.5',
  rotate: 'M3 7a5 5 0 0 1 9-2.2M12.5 2.5v3h-3M13 9a5 5 0 0 1-9 2.2M3.5 13.5v-3h3',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 3v3h-3',
  pencil:
    'm3 13 .6-2.7 7.5-7.5a1.1 1.1 0 0 1 1.6 0l.5.5a1.1 1.1 0 0 1 0 1.6l-7.5 7.5zM9.7 4.2l2.1 2.1',
  keyboard:
    'M2 4.5h12a.5.5 0 0 1 .5.5v6a.5.5 0 0 1-.5.5H2a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5M4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5.2 9.3h5.6',
  flask:
    'M5.8 2.3h4.4M6.6 2.3v4L2.9 12.4a.8.8 0 0 0 .7 1.2h8.8a.8.8 0 0 0 .7-1.2L9.4 6.3v-4M4.6 9.8h6.8',
  bookmark: 'M4.5 2.5h7v11L8 11l-3.5 2.5z',
  bookmarked: 'M4.5 2.5h7v11L8 11l-3.5 2.5zM6 6.5h4',
  filter: 'M2.5 3.5h11l-4 5v4l-3 1.5V8.5z',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8M8 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

type Props = { name: IconName; size?: 14 | 16 | 20; className?: string };

/** An icon beside a text with the same meaning. Screen readers ignore the icon. */
export function Icon({ name, size = 16, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className ?? ''}`}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={name === 'dots' ? 2.2 : 1.5}
      viewBox="0 0 16 16"
      width={size}
    >
      <path d={paths[name]} />
    </svg>
  );
}
