import { CameraDialog } from '#web/features/photos/components/camera-dialog.tsx';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';

interface RepairCameraProps {
  title: string;
  /** The finding's photo, which is overlaid on the camera picture. */
  before: string;
  /** How many more photos fit into the upload queue. */
  room?: number;
  onShot: (file: File) => void;
  onClose: () => void;
}

/**
 * A camera with the earlier photo overlaid, so that the repair photo is taken from the same place. It closes after
 * one photo.
 */
export function RepairCamera({ title, before, room = 1, onShot, onClose }: RepairCameraProps) {
  return (
    <CameraDialog
      title={title}
      withPlace={usePlaceGranted()}
      ghost={before}
      roomField={null}
      room={room}
      onShot={(file) => {
        onShot(file);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
