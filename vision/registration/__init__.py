"""Where the area lies in a picture: markers, the plane's homography, the lens, patches seen from straight above."""
