const assignment =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:'((?:\\'|[^'])*)'|"((?:\\"|[^"])*)"|`([^`]*)`|([^\n\r#]*))?[ \t]*(?:#.*)?$/gm;

/** Parses an environment file: `NAME=value` lines as `dotenv` reads them. Other lines are ignored. */
export function parseEnvFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const match of text.replaceAll(/\r\n?/g, '\n').matchAll(assignment)) {
    const [, name = '', single, double, tick, plain = ''] = match;
    // Only double quotes have escapes.
    const value = single ?? double?.replaceAll('\\n', '\n').replaceAll('\\r', '\r') ?? tick ?? plain.trim();
    Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return variables;
}

// Values that are secret by their names. They are masked wherever they turn up.
export function secretVariables(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables)
    .filter(([name, value]) => /KEY|SECRET|TOKEN|PASS|CREDENTIAL/i.test(name) && value.length >= 8)
    .map(([, value]) => value);
}
