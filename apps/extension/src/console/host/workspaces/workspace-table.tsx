import { Box, Stack, Text } from "@chakra-ui/react";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { workspacesText as text } from "./words.ts";
import type { AnyWorkspace } from "./workspace-form.ts";

type Props<Row> = {
	readonly workspaces: readonly Row[];
	/** Whom it is open to, where the list is of several tenants. */
	readonly tenantOf?: (workspace: Row) => string;
	readonly actionsOf: (workspace: Row) => readonly RowAction[];
	readonly more?: More | undefined;
};

/** Workspaces with their folder, its state and what is allowed there. */
export function WorkspaceTable<Row extends AnyWorkspace>({ workspaces, tenantOf, actionsOf, more }: Props<Row>) {
	const tenant = (of: (workspace: Row) => string): Column<Row> => ({
		key: "tenant",
		value: of,
		shown: (workspace) => (
			<Box minW="7rem" overflowWrap="anywhere">
				{of(workspace)}
			</Box>
		),
	});
	const columns: readonly Column<Row>[] = [
		{
			key: "name",
			value: ({ name }) => name,
			shown: (workspace) => <PersonCell name={workspace.name} detail={workspace.root_path} mark={markOf(workspace)} />,
		},
		...(tenantOf === undefined ? [] : [tenant(tenantOf)]),
		{
			key: "state",
			value: stateOf,
			shown: (workspace) => <StateWord tone={workspace.available ? "good" : "bad"}>{stateOf(workspace)}</StateWord>,
		},
		{
			key: "may",
			shown: ({ read_only: isReadOnly, allowed_commands: commands }) => (
				<Stack gap="0" minW="10rem">
					<Text>{isReadOnly ? text.readOnly : text.readAndWrite}</Text>
					<Quiet>{commands.includes("*") ? text.everyCommand : commands.join(", ") || text.noCommand}</Quiet>
				</Stack>
			),
		},
		{ key: "git", value: gitOf },
	];
	return (
		<DataTable
			text={text}
			columns={columns}
			rows={workspaces}
			keyOf={({ id }) => id}
			more={more}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}

function stateOf({ available, reason }: AnyWorkspace): string {
	if (available) return text.states.available;
	return reason === "missing" || reason === "replaced" ? text.states[reason] : text.states.unreadable;
}

function gitOf(workspace: AnyWorkspace): string {
	return text.git["git" in workspace ? workspace.git : workspace.is_git ? "trusted" : "none"];
}

const markOf = (workspace: AnyWorkspace): string => ("source" in workspace && workspace.source === "file" ? text.fromFile : "");
