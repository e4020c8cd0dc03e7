// A component that a graph brings along for its messages (protocol, section 11c).
export default {
  card: ({ title }) => <b>{title}</b>,
};
