import { serveJobs } from '../../ui/workers/job-messages.ts';
import { parseMarkdown } from './parse-markdown.ts';

serveJobs(parseMarkdown);
