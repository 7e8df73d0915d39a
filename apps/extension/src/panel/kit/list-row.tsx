import { Box, HStack, Text } from "@chakra-ui/react";
import type { KeyboardEvent, ReactNode } from "react";
import type { RowAction } from "../../kit/controls/row-menu.tsx";
import { RowMenu } from "../../kit/controls/row-menu.tsx";
import { RowButton } from "./row-button.tsx";

type ListProps = { readonly label: string; readonly children: ReactNode };

/** Rows between whose buttons the arrow keys, Home and End move. */
export function RowList({ label, children }: ListProps) {
	return (
		<Box role="list" aria-label={label} px="1.5" onKeyDown={moveByKey}>
			{children}
		</Box>
	);
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
	const at = document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1;
	const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
	if (at === -1 || next === undefined) return;
	event.preventDefault();
	rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

type RowProps = {
	readonly title: ReactNode;
	/** The whole title, where the row may show a part of it. */
	readonly wholeTitle?: string;
	/** What stands below the title in one quiet line. */
	readonly facts: ReactNode;
	/** What stands below the facts. */
	readonly children?: ReactNode;
	readonly isCurrent?: boolean;
	readonly isDisabled?: boolean;
	readonly onOpen: () => void;
	/** Names the menu; there is none without actions. */
	readonly menu?: string;
	readonly actions?: readonly RowAction[];
};

/** A row that opens: its title, its facts, and a menu of what can be done with it. */
export function ListRow({ title, wholeTitle, facts, children, isCurrent = false, isDisabled = false, onOpen, ...given }: RowProps) {
	const { menu = "", actions = [] } = given;
	const onKeyDown = (event: KeyboardEvent) => {
		const action = actions.find(({ key }) => key === event.key);
		if (action === undefined) return;
		event.preventDefault();
		action.onChoose();
	};
	return (
		<HStack
			role="listitem"
			gap="0"
			rounded="lg"
			bg={isCurrent ? "brand.subtle" : "transparent"}
			_hover={{ bg: isCurrent ? "brand.subtle" : "bg.hover" }}
		>
			<RowButton
				data-row
				flex="1"
				minW="0"
				px="2"
				py="line"
				rounded="lg"
				_hover={{ bg: "transparent" }}
				disabled={isDisabled}
				_disabled={{ opacity: 1, cursor: "default" }}
				aria-current={isCurrent ? "true" : undefined}
				onClick={onOpen}
				onKeyDown={onKeyDown}
			>
				<Box as="span" flex="1" minW="0">
					<Text
						as="span"
						display="block"
						textStyle="body"
						fontWeight="medium"
						lineClamp="2"
						overflowWrap="anywhere"
						dir="auto"
						textAlign="match-parent"
						title={wholeTitle}
					>
						{title}
					</Text>
					<HStack as="span" columnGap="1.5" rowGap="0" wrap="wrap" textStyle="small" color="fg.quiet" mt="0.5" minW="0">
						{facts}
					</HStack>
					{children}
				</Box>
			</RowButton>
			<Box me="1" flexShrink="0" _empty={{ display: "none" }}>
				<RowMenu label={menu} actions={actions} />
			</Box>
		</HStack>
	);
}
