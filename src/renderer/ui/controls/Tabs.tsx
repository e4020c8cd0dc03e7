import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from '../popups/Menu.tsx';
import { focusGroupProps } from './focus-group-props.ts';
import styles from './Tabs.module.css';

// Scrolls a narrow strip to the line of the selected tab.
function useScrollActiveTab(strip: RefObject<HTMLElement | null>, index: number): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const show = (): void => {
      const tab = element.children.item(index);
      if (tab instanceof HTMLElement) element.scrollTo(0, tab.offsetTop - element.offsetTop);
    };
    const watcher = new ResizeObserver(show);
    watcher.observe(element);
    show();
    return () => watcher.disconnect();
  }, [strip, index]);
}

function useHasOverflow(strip: RefObject<HTMLElement | null>, count: number): boolean {
  const [hasOverflow, setHasOverflow] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setHasOverflow(element.scrollHeight > element.clientHeight));
    watcher.observe(element);
    for (const tab of [...element.children].slice(0, count)) watcher.observe(tab);
    return () => watcher.disconnect();
  }, [strip, count]);
  return hasOverflow;
}

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly mark?: ReactNode;
  /** The mark is a count that grows: it has room for four digits, so that the tabs after it stay in place. */
  readonly isCount?: boolean;
}

export interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly tabs: readonly TabItem[];
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Tabs that fill their pane: a 34 px strip with the selected panel below. Arrow keys move between tabs; where
 * there are more tabs than room, a menu lists them all.
 */
export function Tabs({ label, value, onChange, tabs, end, children }: TabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  useScrollActiveTab(
    strip,
    tabs.findIndex(({ id }) => id === value),
  );
  const hasOverflow = useHasOverflow(strip, tabs.length);
  return (
    <Radix.Root className={styles.root} value={value} onValueChange={onChange}>
      <div className={styles.strip}>
        <Radix.List ref={strip} className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
              {tab.label}
              {tab.mark === undefined ? null : (
                <span className={styles.badge} data-count={tab.isCount === true}>
                  {tab.mark}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {hasOverflow ? (
          <Menu
            align="end"
            width={140}
            trigger={
              <IconButton
                size="small"
                label={`${label}: all tabs`}
                icon={<ChevronDown size={14} aria-hidden />}
              />
            }
          >
            <MenuRadioGroup value={value} onChange={onChange}>
              {tabs.map((tab) => (
                <MenuRadioItem key={tab.id} value={tab.id} end={tab.mark}>
                  {tab.label}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
          </Menu>
        ) : null}
        {end === undefined ? null : (
          <div className={styles.end} {...focusGroupProps('horizontal')}>
            {end}
          </div>
        )}
      </div>
      {children}
    </Radix.Root>
  );
}

export interface TabPanelProps {
  readonly id: string;
  // Keeps the content mounted while another tab is selected, for panels with a draft.
  readonly keepMounted?: boolean;
  readonly children: ReactNode;
}

export function TabPanel({ id, keepMounted = false, children }: TabPanelProps) {
  return (
    <Radix.Content
      className={styles.panel}
      value={id}
      {...(keepMounted ? { forceMount: true as const } : {})}
    >
      {children}
    </Radix.Content>
  );
}
