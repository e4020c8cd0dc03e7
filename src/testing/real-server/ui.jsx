// A component that a graph brings along for its messages (docs/protocol.md, Conformance suites).
export default {
  card: ({ title }) => <b>{title}</b>,
};
