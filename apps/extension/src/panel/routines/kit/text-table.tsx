import { Table, VisuallyHidden } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Fragment } from "react";

type Props = {
	readonly label: string;
	readonly heads: readonly { readonly key: string; readonly label: string; readonly isNumber?: boolean }[];
	readonly rows: readonly (readonly string[])[];
	/** What stands in front of a row, under a head of its own. */
	readonly before?: { readonly head: string; readonly cell: (at: number) => ReactNode };
	/** What stands below a row, over its whole width. */
	readonly below?: (at: number) => ReactNode;
};

/** A table of texts that scrolls sideways in the width of the panel. */
export function TextTable({ label, heads, rows, before, below }: Props) {
	return (
		<Table.ScrollArea borderWidth="1px" borderColor="line.soft" rounded="lg" tabIndex={0} role="group" aria-label={label}>
			<Table.Root size="sm">
				<Table.Header>
					<Table.Row>
						{before === undefined ? null : (
							<Table.ColumnHeader px="1">
								<VisuallyHidden>{before.head}</VisuallyHidden>
							</Table.ColumnHeader>
						)}
						{heads.map(({ key, label: head, isNumber = false }) => (
							<Table.ColumnHeader key={key} textStyle="small" whiteSpace="nowrap" textAlign={isNumber ? "end" : "start"}>
								{head}
							</Table.ColumnHeader>
						))}
					</Table.Row>
				</Table.Header>
				<Table.Body>
					{rows.map((cells, at) => {
						const under = below?.(at) ?? null;
						return (
							<Fragment key={`${at + 1}`}>
								<Table.Row>
									{before === undefined ? null : (
										<Table.Cell px="1" py="0">
											{before.cell(at)}
										</Table.Cell>
									)}
									{heads.map(({ key, isNumber = false }, place) => (
										<Table.Cell
											key={key}
											textStyle="small"
											maxW="12rem"
											truncate
											dir="auto"
											textAlign={isNumber ? "end" : "start"}
											title={cells[place]}
										>
											{cells[place]}
										</Table.Cell>
									))}
								</Table.Row>
								{under === null ? null : (
									<Table.Row>
										<Table.Cell colSpan={heads.length + 1} textStyle="small" whiteSpace="normal">
											{under}
										</Table.Cell>
									</Table.Row>
								)}
							</Fragment>
						);
					})}
				</Table.Body>
			</Table.Root>
		</Table.ScrollArea>
	);
}
