import { CameraDialog } from '#web/features/photos/components/camera-dialog.tsx';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';

interface RepairCameraProps {
  title: string;
  /** The photo of the finding, which lies over the camera's picture. */
  before: string;
  /** How many more photos fit into the upload queue. */
  room?: number;
  onShot: (file: File) => void;
  onClose: () => void;
}

/** The camera with the earlier photo over it, so that the repair is taken from the same place; one photo, and it closes. */
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
