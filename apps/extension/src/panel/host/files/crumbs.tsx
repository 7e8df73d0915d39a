import { Box, Button, HStack } from "@chakra-ui/react";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { crumbsOf } from "./paths.ts";
import { filesText } from "./words.ts";

type Props = { readonly root: string; readonly path: string; readonly onFolder: (path: string) => void };

/** The way to a folder; each part of it leads there. */
export function Crumbs({ root, path, onFolder }: Props) {
	const crumbs = [{ name: root, path: "" }, ...crumbsOf(path)];
	return (
		<HStack as="nav" aria-label={filesText.crumbs} gap="0" wrap="wrap" flex="1" minW="0" textStyle="small">
			{crumbs.map((crumb, index) => {
				const isLast = index === crumbs.length - 1;
				return (
					<HStack key={crumb.path} gap="0" minW="0" maxW="full">
						{index === 0 ? null : (
							<Box as="span" color="fg.quiet" aria-hidden>
								/
							</Box>
						)}
						<Button
							size="2xs"
							variant="ghost"
							px="1"
							minW="0"
							maxW="full"
							fontWeight={isLast ? "semibold" : "normal"}
							{...(isLast ? { "aria-current": "location" as const } : {})}
							onClick={() => onFolder(crumb.path)}
						>
							<Box as="bdi" truncate>
								<HiddenMarks>{crumb.name}</HiddenMarks>
							</Box>
						</Button>
					</HStack>
				);
			})}
		</HStack>
	);
}
