import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatePage, pageKinds } from "./generated.ts";
import type { PageSource } from "./tab.ts";

/** Saved pages of Debian packages; only installed ones are read. */
const documentation: readonly string[] = [
	"nodejs/api/fs.html",
	"nodejs/api/events.html",
	"nodejs/api/path.html",
	"nodejs/api/documentation.html",
	"nodejs/api/assert.html",
	"nodejs/api/worker_threads.html",
	"valgrind/html/manual-core.html",
	"valgrind/html/quick-start.html",
	"libjs-underscore/index.html",
	"libtasn1-doc/reference/libtasn1-libtasn1.html",
	"libxslt1-dev/html/xslt.html",
	"libexpat1-dev/expat.html/reference.html",
	"bzip2/manual.html",
	"ninja-build/manual.html",
	"python3/python-policy.html",
].map((path) => join("/usr/share/doc", path));

/** Page sizes in elements for every kind, further sizes of documentation, and whether saved pages are read. */
export type PagePlan = { readonly sizes: readonly number[]; readonly docsSizes: readonly number[]; readonly isSaved: boolean };

/**
 * The pages of a plan: generated pages, installed documentation, and `*.html` of a folder.
 *
 * @param folder of saved pages (`BENCH_PAGES`), with its subfolders
 */
export async function corpusOf(plan: PagePlan, folder: string | undefined): Promise<readonly PageSource[]> {
	const generated = [
		...plan.sizes.flatMap((size) => pageKinds.map((kind) => generatePage(kind, size))),
		...plan.docsSizes.map((size) => generatePage("docs", size)),
	];
	if (!plan.isSaved) return generated;
	const saved: string[] = documentation.filter((path) => existsSync(path));
	if (folder !== undefined) for await (const path of glob("**/*.{html,htm}", { cwd: folder })) saved.push(join(folder, path));
	return [...generated, ...saved.map((path) => ({ name: `${basename(dirname(path))}/${basename(path)}`, url: pathToFileURL(path).href }))];
}
