// Permissions on the server with users: the API key is the user's name. `johndoe` and `janedoe` may do
// everything with their own resources; `reader`, and any key that ends with `:read`, has no write scope.
// Stores are separated by the first label of the namespace.
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

const scopes = { johndoe: ['read', 'write'], janedoe: ['read', 'write'], reader: ['read'] };

const owned = ({ user }) => ({ owner: user.identity });

const stamped = ({ user, value, permissions }) => {
  if (!permissions?.includes('write')) throw new HTTPException(403, { message: 'Not allowed' });
  value.metadata = { ...value.metadata, owner: user.identity };
  return owned({ user });
};

/** Filters by the `shared` metadata of a search: matches have a list `team` with these names. */
const teams = {
  one: (user) => user.identity,
  listOfOne: (user) => [user.identity],
  both: () => ['johndoe', 'janedoe'],
  nobody: () => 'nobody',
};

/** Reading needs no scope; a filter limits the results. */
export const auth = new Auth()
  .authenticate((request) => {
    const [name, only] = (request.headers.get('x-api-key') ?? '').split(':');
    const permissions = only === 'read' ? ['read'] : scopes[name];
    if (!scopes[name]) throw new HTTPException(401, { message: 'Who are you?' });
    return { identity: name, permissions, is_authenticated: true, display_name: name };
  })
  .on('threads', owned)
  .on('threads:create', stamped)
  .on('threads:create_run', stamped)
  .on('threads:search', ({ user, value }) =>
    value?.metadata?.shared in teams
      ? { team: { $contains: teams[value.metadata.shared](user) } }
      : owned({ user }),
  )
  .on('assistants', owned)
  .on('assistants:read', ({ user }) => ({ owner: { $eq: user.identity } }))
  .on('assistants:create', stamped)
  .on('store', ({ user, value }) => {
    const [first] = value.namespace ?? value.namespace_prefix ?? value.prefix ?? [];
    if (first !== user.identity) throw new HTTPException(403, { message: 'Not your namespace' });
  });
