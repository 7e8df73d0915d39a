import { IconButton, Menu, Portal } from "@chakra-ui/react";
import { MoreIcon } from "../../../kit/icons.tsx";

export type RowAction = { readonly label: string; readonly onChoose: () => void; readonly isHarmful?: boolean };

/** What can be done with a row. `label` names the row. */
export function RowMenu({ label, actions }: { readonly label: string; readonly actions: readonly RowAction[] }) {
	if (actions.length === 0) return null;
	return (
		<Menu.Root positioning={{ placement: "bottom-end", strategy: "fixed" }} lazyMount unmountOnExit>
			<Menu.Trigger asChild>
				<IconButton size="xs" variant="ghost" aria-label={label} title={label}>
					<MoreIcon />
				</IconButton>
			</Menu.Trigger>
			<Portal>
				<Menu.Positioner>
					<Menu.Content minW="12rem">
						{actions.map((action) => (
							<Menu.Item
								key={action.label}
								value={action.label}
								color={action.isHarmful === true ? "fg.error" : undefined}
								onSelect={action.onChoose}
							>
								{action.label}
							</Menu.Item>
						))}
					</Menu.Content>
				</Menu.Positioner>
			</Portal>
		</Menu.Root>
	);
}
