// Package gcloud stands in for Temporal's archiver to Google Cloud Storage.
package gcloud

import (
	"errors"

	"go.temporal.io/server/common/archiver"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence"
)

// URIScheme is the scheme that this server does not archive to.
const URIScheme = "gs"

var errLeftOut = errors.New("this build of the Temporal server has no archiver to Google Cloud Storage")

func NewHistoryArchiver(
	persistence.ExecutionManager, log.Logger, metrics.Handler, *config.GstorageArchiver,
) (archiver.HistoryArchiver, error) {
	return nil, errLeftOut
}

func NewVisibilityArchiver(log.Logger, metrics.Handler, *config.GstorageArchiver) (archiver.VisibilityArchiver, error) {
	return nil, errLeftOut
}
