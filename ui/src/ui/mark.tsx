/** The § and the name. */
export function Mark({ name }: { name: string }) {
  return (
    <span className="mark">
      <span className="mark-sign" aria-hidden="true">
        §
      </span>
      {name}
    </span>
  );
}
