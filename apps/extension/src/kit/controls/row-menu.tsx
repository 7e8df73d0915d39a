import { IconButton, Menu, Portal } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { MoreIcon } from "../icons.tsx";

export type RowAction = {
	readonly label: string;
	readonly icon?: ReactNode;
	/** Takes something away. */
	readonly isHarmful?: boolean;
	/** The key that does the same while the row has the focus. */
	readonly key?: "F2" | "Delete";
	readonly onChoose: () => void;
};

/** What can be done with a row. `label` names the row. */
export function RowMenu({ label, actions }: { readonly label: string; readonly actions: readonly RowAction[] }) {
	if (actions.length === 0) return null;
	return (
		<Menu.Root positioning={{ placement: "bottom-end", strategy: "fixed" }} lazyMount unmountOnExit>
			<Menu.Trigger asChild>
				<IconButton size="2xs" boxSize="7" variant="ghost" color="fg.quiet" aria-label={label} title={label}>
					<MoreIcon />
				</IconButton>
			</Menu.Trigger>
			<Portal>
				<Menu.Positioner>
					<Menu.Content minW="12rem" borderWidth="1px" borderColor="line.soft" rounded="lg">
						{actions.map((action) => (
							<Menu.Item
								key={action.label}
								value={action.label}
								color={action.isHarmful === true ? "fg.error" : undefined}
								onSelect={action.onChoose}
							>
								{action.icon}
								{action.label}
							</Menu.Item>
						))}
					</Menu.Content>
				</Menu.Positioner>
			</Portal>
		</Menu.Root>
	);
}
