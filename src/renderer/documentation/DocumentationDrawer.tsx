import { ArrowLeft, List, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useStore } from 'zustand';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Contents } from './Contents.tsx';
import { documentationStore, goBack, openContents, setSearch } from './documentation-store.ts';
import { PageView } from './PageView.tsx';
import { SearchHits } from './SearchHits.tsx';
import styles from './DocumentationDrawer.module.css';

export interface DocumentationDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The documentation for users, which is part of the window. The window stays usable beside it. */
export function DocumentationDrawer({ open, onOpenChange }: DocumentationDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.drawer}
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Documentation />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Documentation() {
  const { visited, search } = useStore(documentationStore);
  const location = visited.at(-1) ?? null;
  const isAtContents = location === null && search === '';
  return (
    <>
      <div className={styles.head}>
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
        <Dialog.Title asChild>
          <h2>Documentation</h2>
        </Dialog.Title>
        <label className={styles.search}>
          <Search size={13} aria-hidden />
          <span className="visually-hidden">Search the documentation</span>
          <input
            type="search"
            value={search}
            placeholder="Search"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              // The first Escape leaves the search, the next one the documentation.
              if (event.key !== 'Escape' || search === '') return;
              event.stopPropagation();
              event.preventDefault();
              setSearch('');
            }}
          />
        </label>
        <Dialog.Close className={styles.close} aria-label="Close">
          <X size={15} aria-hidden />
        </Dialog.Close>
      </div>
      {search.trim() !== '' ? (
        <SearchHits search={search} />
      ) : location === null ? (
        <Contents />
      ) : (
        <PageView key={visited.length} location={location} />
      )}
    </>
  );
}
