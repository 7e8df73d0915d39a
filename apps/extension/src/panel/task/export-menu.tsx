import { Button, Menu, Portal } from "@chakra-ui/react";
import { ExportIcon } from "../../kit/icons.tsx";
import { taskText } from "./words.ts";

export type ExportFormat = "json" | "markdown";

/** Saves the task as a file. */
export function ExportMenu({ onExport }: { readonly onExport: (format: ExportFormat) => void }) {
	return (
		<Menu.Root>
			<Menu.Trigger asChild>
				<Button size="2xs" h="7" px="1.5" variant="ghost">
					<ExportIcon boxSize="3.5" />
					{taskText.export}
				</Button>
			</Menu.Trigger>
			<Portal>
				<Menu.Positioner>
					<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg">
						<Menu.Item value="markdown" onSelect={() => onExport("markdown")}>
							{taskText.exportMarkdown}
						</Menu.Item>
						<Menu.Item value="json" onSelect={() => onExport("json")}>
							{taskText.exportJson}
						</Menu.Item>
					</Menu.Content>
				</Menu.Positioner>
			</Portal>
		</Menu.Root>
	);
}
