import { serveJobs } from '../../ui/job-messages.ts';
import { parseMarkdown } from './parse-markdown.ts';

serveJobs(parseMarkdown);
