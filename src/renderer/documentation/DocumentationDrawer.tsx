import { ArrowLeft, List } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Drawer, DrawerHead, DrawerSearch } from '../ui/controls/Drawer.tsx';
import { documentationStore, goBack, openContents, setSearch, openPage } from './documentation-store.ts';
import { PageView } from './PageView.tsx';
import { SearchHits } from './SearchHits.tsx';
import { usePageSearch } from './use-page-search.ts';
import { pageGroups } from './pages.ts';
import styles from './Documentation.module.css';

export interface DocumentationDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function DocumentationDrawer({ open, onOpenChange }: DocumentationDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} width={560}>
      <Documentation />
    </Drawer>
  );
}

function Documentation() {
  const { visited, search } = useStore(documentationStore);
  const location = visited.at(-1) ?? null;
  const { result, activeIndex, idBase, fieldProps } = usePageSearch(search);
  const isAtContents = location === null && search === '';
  return (
    <>
      <DrawerHead
        title="Documentation"
        start={
          <>
            <IconButton
              label="Back"
              icon={<ArrowLeft size={15} aria-hidden />}
              disabled={isAtContents}
              onClick={goBack}
            />
            <IconButton
              label="Contents"
              icon={<List size={15} aria-hidden />}
              disabled={isAtContents}
              onClick={openContents}
            />
          </>
        }
      >
        <DrawerSearch
          label="Search the documentation"
          value={search}
          placeholder="Search"
          onChange={(event) => setSearch(event.target.value)}
          {...fieldProps}
        />
      </DrawerHead>
      {result !== null ? (
        <SearchHits result={result} activeIndex={activeIndex} idBase={idBase} />
      ) : location === null ? (
        <Contents />
      ) : (
        <PageView key={visited.length} location={location} />
      )}
    </>
  );
}

function Contents() {
  return (
    <nav className={styles.body} aria-label="Contents">
      {pageGroups.map(({ title, pages }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <button
                  type="button"
                  className={styles.row}
                  onClick={() => openPage({ path: page.path, anchor: null })}
                >
                  {page.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
