import { Box, Button, HStack, Menu, Spinner, Text } from "@chakra-ui/react";
import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { ChevronIcon, FolderIcon } from "../../../kit/icons.tsx";
import { toolsText } from "../words.ts";

type Props = {
	readonly workspaces: readonly Workspace[];
	readonly selected: Workspace | null;
	readonly isBusy: boolean;
	readonly onSelect: (workspace: Workspace) => void;
};

/** The workspaces that operators opened to the tenant; others cannot be named. */
export function WorkspaceSelector({ workspaces, selected, isBusy, onSelect }: Props) {
	const text = toolsText.workspace;
	return (
		<Menu.Root positioning={{ placement: "bottom-start", sameWidth: true }}>
			<Menu.Trigger asChild>
				<Button
					size="sm"
					variant="outline"
					borderColor="line.strong"
					w="full"
					justifyContent="start"
					fontWeight="normal"
					aria-label={
						selected === null ? text.choose : text.change(selected.read_only ? `${selected.name} ${text.readOnly}` : selected.name)
					}
					aria-busy={isBusy}
				>
					<FolderIcon color="fg.quiet" />
					<Text as="span" flex="1" minW="0" truncate textAlign="start">
						{isBusy ? text.selecting : (selected?.name ?? text.choose)}
					</Text>
					{selected === null ? null : <Facts workspace={selected} />}
					{isBusy ? <Spinner size="xs" /> : <ChevronIcon boxSize="3.5" color="fg.quiet" />}
				</Button>
			</Menu.Trigger>
			<Menu.Positioner>
				<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg" maxH="20rem">
					<Menu.RadioItemGroup
						value={selected?.id ?? ""}
						onValueChange={({ value }) => {
							const chosen = workspaces.find(({ id }) => id === value);
							if (chosen !== undefined && chosen.id !== selected?.id) onSelect(chosen);
						}}
					>
						<Menu.ItemGroupLabel textStyle="small" color="fg.quiet">
							{text.label}
						</Menu.ItemGroupLabel>
						{workspaces.map((workspace) => (
							<Menu.RadioItem key={workspace.id} value={workspace.id} alignItems="start" disabled={!workspace.available}>
								<Menu.ItemIndicator />
								<Box as="span" minW="0" flex="1">
									<HStack as="span" gap="1.5" minW="0">
										<Text as="span" fontWeight="medium" truncate>
											{workspace.name}
										</Text>
										<Facts workspace={workspace} />
									</HStack>
									<Text as="span" display="block" textStyle="small" color="fg.quiet" overflowWrap="anywhere">
										{workspace.available ? workspace.root_path : text.unavailable(workspace.reason)}
									</Text>
								</Box>
							</Menu.RadioItem>
						))}
					</Menu.RadioItemGroup>
				</Menu.Content>
			</Menu.Positioner>
		</Menu.Root>
	);
}

function Facts({ workspace }: { readonly workspace: Workspace }) {
	if (!workspace.read_only) return null;
	return (
		<Text as="span" textStyle="small" color="fg.quiet" flexShrink="0">
			{` ${toolsText.workspace.readOnly}`}
		</Text>
	);
}
