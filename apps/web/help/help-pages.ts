import { readdirSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import type { Plugin } from 'vite';
import { DOCS, STAFF_DOCS } from '../src/features/help/docs-links.ts';

const folder = new URL('./', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

const markdown = new Marked({
  walkTokens: (token) => {
    if (token.type === 'link') token.href = token.href.replace(/^([\w-]+)\.md$/, '/help/$1.html');
  },
  renderer: {
    tablecell({ header, tokens }) {
      const content = this.parser.parseInline(tokens);
      return header ? `<th scope="col">${content}</th>\n` : `<td>${content}</td>\n`;
    },
  },
});

/** The names of the help pages, without extension. */
export function helpPageNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
}

/** Renders a help page to HTML; its first heading is the title. */
export async function renderHelpPage(name: string): Promise<string> {
  const source = read(`${name}.md`);
  const title = /^# (.+)$/m.exec(source)?.[1];
  if (title === undefined) throw new Error(`${name}.md has no title`);
  const address = `/help/${name}.html`;
  // Only those who run accounts need their page.
  const pages = [...Object.values(DOCS), ...(address === STAFF_DOCS.href ? [STAFF_DOCS] : [])];
  const links = pages.map(
    ({ href, label }) => `<a href="${href}"${href === address ? ' aria-current="page"' : ''}>${label}</a>`,
  );
  const slots = new Map([
    ['{{title}}', await markdown.parseInline(title)],
    ['{{navigation}}', links.join('\n')],
    ['{{content}}', await markdown.parse(source)],
  ]);
  return read('template.html').replaceAll(/\{\{\w+\}\}/g, (slot) => slots.get(slot) ?? slot);
}

/** Serves the help pages at `/help/<name>.html` and adds them to the build. */
export function helpPages(): Plugin {
  return {
    name: 'quarry-help-pages',
    async generateBundle() {
      for (const name of helpPageNames())
        this.emitFile({ type: 'asset', fileName: `help/${name}.html`, source: await renderHelpPage(name) });
    },
    configureServer(server) {
      server.middlewares.use('/help', (request, response, next) => {
        const name = /^\/([\w-]+)\.html(?:$|\?)/.exec(request.url ?? '')?.[1];
        if (name === undefined || !helpPageNames().includes(name)) return next();
        renderHelpPage(name).then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(html);
        }, next);
      });
    },
  };
}
