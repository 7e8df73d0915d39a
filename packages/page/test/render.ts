import type { PageView } from "../src/parse/view.ts";
import type { PageTree } from "../src/read/page-node.ts";
import { draftOfView } from "../src/write/draft.ts";
import { layOut } from "../src/write/layout.ts";
import { renderDraft } from "../src/write/render.ts";

/** The complete page text of a tree or a view; `parsePage(render(view))` equals `view` except for its mode and notes. */
export function render(page: PageView | PageTree): string {
	return renderDraft("mode" in page ? draftOfView(page) : layOut(page));
}
