import type { ComponentProps } from "react";
import { DataTable } from "./list/data-table.tsx";
import { ResourcePage } from "./resource-page.tsx";

type Table<Row> = ComponentProps<typeof DataTable<Row>>;
type Page<Row> = ComponentProps<typeof ResourcePage<Row>>;
type Props<Row> = Omit<Page<Row>, "children" | "text"> & { readonly text: Page<Row>["text"] & Table<Row>["text"] } & Pick<
		Table<Row>,
		"columns" | "keyOf" | "actions"
	>;

/** A resource page whose rows stand in one table. */
export function TablePage<Row>({ text, columns, keyOf, actions, ...page }: Props<Row>) {
	const table = { text, columns, keyOf, ...(actions === undefined ? {} : { actions }) };
	return (
		<ResourcePage text={text} {...page}>
			{(rows, more) => <DataTable {...table} rows={rows} more={more} />}
		</ResourcePage>
	);
}
