import { Button, Link } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { useCallback, useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { Segments } from "../../kit/form/segments.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { ResourcePage } from "../../kit/resource-page.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { deleteChange } from "../kit/delete-change.ts";
import { exportFile } from "../kit/export-file.ts";
import { importPath, routinePath } from "../kit/paths.ts";
import { routinesText as text } from "../words.ts";
import { RoutineTable } from "./routine-table.tsx";

type Scope = keyof typeof text.scopes;

const scopes = (Object.keys(text.scopes) as Scope[]).map((value) => ({ value, label: text.scopes[value] }));
const ownerOf = { all: undefined, own: "me", shared: "shared" } as const satisfies Record<Scope, string | undefined>;
const atOnce = 100;

type Props = PageProps & {
	/** What was done on another page; "" for nothing. */
	readonly told: string;
};

/** The routines that one may run. Search and scope stand in the address. */
export function LibraryPage({ api, place, go, signIn, told }: Props) {
	const { page, query } = place;
	const q = (query["q"] ?? "").trim().slice(0, 100);
	const scope = scopes.find(({ value }) => value === query["of"])?.value ?? "all";
	const list = useRows(api, {
		route: routinesRoute,
		list: "routines",
		input: { query: { q: q || undefined, owner: ownerOf[scope], limit: atOnce } },
	});
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const [exported, setExported] = useState("");
	const me = signIn.user.id;
	const show = useCallback(
		(next: { readonly q: string; readonly scope: Scope }) =>
			go(pathOf({ page, query: { q: next.q, of: next.scope === "all" ? "" : next.scope } }), { replace: true }),
		[go, page],
	);
	const onSearch = useCallback((next: string) => show({ q: next, scope }), [show, scope]);
	const actionsOf = (routine: Routine) => [
		{ label: text.open, onChoose: () => go(routinePath(routine.id)) },
		...(routine.canEdit ? [{ label: text.edit, onChoose: () => go(routinePath(routine.id, "edit")) }] : []),
		{ label: text.exportFile, onChoose: () => void exportFile(api, routine).then(setExported, list.loaded.retry) },
		...(routine.canEdit ? [changing.action(text.remove, deleteChange(api, routine, list.loaded.retry))] : []),
	];
	const clear = () => show({ q: "", scope: "all" });
	return (
		<ResourcePage
			text={text}
			list={list}
			changing={{ ...changing, told: changing.told || exported || told }}
			action={
				<Button asChild size="sm" variant="outline">
					<Link href={`#${importPath}`} color="fg">
						{text.add}
					</Link>
				</Button>
			}
			filter={
				<>
					<SearchField label={routineText.search} value={q} onSearch={onSearch} />
					<Segments label={text.whose} value={scope} options={scopes} onChange={(next) => show({ q, scope: next })} />
				</>
			}
			isFiltered={q !== "" || scope !== "all"}
			onClear={clear}
		>
			{(rows, more) => <RoutineTable routines={rows} who={{ nameOf, me }} actionsOf={actionsOf} more={more} />}
		</ResourcePage>
	);
}
