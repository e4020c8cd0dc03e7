import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useRestoreFocus } from './InterruptCard.tsx';

afterEach(cleanup);

function Card({ name }: { readonly name: string }) {
  const card = useRef<HTMLElement>(null);
  useRestoreFocus(card, name);
  return (
    <section ref={card} tabIndex={-1} aria-label={name}>
      <input aria-label={`Answer to ${name}`} />
    </section>
  );
}

const cards = (...names: string[]) => (
  <>
    <button>Elsewhere</button>
    {names.map((name) => (
      <Card key={name} name={name} />
    ))}
  </>
);

it('gives a card that comes back the keyboard that it had', () => {
  const { rerender } = render(cards('one', 'two'));
  screen.getByLabelText('Answer to two').focus();
  rerender(cards());
  expect(document.activeElement).toBe(document.body);
  rerender(cards('one', 'two'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'two' }));
});

it('leaves the keyboard to whoever has it by then', () => {
  const { rerender } = render(cards('one'));
  screen.getByLabelText('Answer to one').focus();
  rerender(cards());
  screen.getByRole('button').focus();
  rerender(cards('one'));
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
