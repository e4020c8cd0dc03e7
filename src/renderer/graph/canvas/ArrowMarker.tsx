/** The head of an edge. */
export function ArrowMarker({
  id,
  className,
}: {
  readonly id: string;
  readonly className?: string | undefined;
}) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerUnits="userSpaceOnUse"
      markerWidth="11"
      markerHeight="11"
      orient="auto"
    >
      <path d="M1 1L7 4L1 7z" className={className} />
    </marker>
  );
}
