// How long importing some modules takes in a fresh process, and how many files it reads.
const startedAt = performance.now();
for (const module of process.argv.slice(2)) await import(module);
console.log(JSON.stringify({ ms: performance.now() - startedAt }));
process.exit(0);
